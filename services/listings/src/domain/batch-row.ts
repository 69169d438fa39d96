import { AppError, errorTable, type FieldError, type listingsContract, type Output } from "@plat/contracts";

/** The result of one item of a batch. JSON pointers in its errors are relative to the item. */
export type BatchRow = Output<(typeof listingsContract)["batchProperties"]>["data"][number];

/** The row of an item that was stored. */
export const acceptedRow = (index: number, status: 200 | 201, id: string): BatchRow => ({ index, status, id });

/** The row of an item that failed with `error`. */
export function rejectedRow(index: number, error: AppError): BatchRow {
  return {
    index,
    status: errorTable[error.code].status,
    id: null,
    code: error.code,
    detail: error.message,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
}

/** The row of an item that failed validation. */
export const invalidItemRow = (index: number, errors: FieldError[]): BatchRow =>
  rejectedRow(index, new AppError("validation_failed", "The item is invalid.", { errors }));

/**
 * Derives the ids of a batch's listings from the id that was reserved for the batch. Each is a UUIDv7 with the item's
 * index in the 12 bits that RFC 9562 allows for a counter (`rand_a`). The same reserved id yields the same ids, so a
 * retried batch recognises the listings that an earlier attempt created.
 * @param reservedId UUIDv7
 * @returns a function from an item's index (0 to 4095) to its id
 */
export function batchItemIds(reservedId: string): (index: number) => string {
  const [head, tail] = [reservedId.slice(0, 15), reservedId.slice(18)];
  return (index) => head + index.toString(16).padStart(3, "0") + tail;
}
