import { AppError, errorTable, type FieldError, type listingsContract, type Output } from "@plat/contracts";

/** The answer to one item, as a request of its own would have been answered; pointers lead into the item. */
export type Row = Output<(typeof listingsContract)["batchProperties"]>["data"][number];

export const doneRow = (index: number, status: 200 | 201, id: string): Row => ({ index, status, id });

export function refusedRow(index: number, error: AppError): Row {
  return {
    index,
    status: errorTable[error.code].status,
    id: null,
    code: error.code,
    detail: error.message,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
}

export const refusedItem = (index: number, errors: FieldError[]): Row =>
  refusedRow(index, new AppError("validation_failed", "The item is not as specified.", { errors }));

/**
 * Ids of a batch's listings: UUIDv7 like the one that was reserved for it, with the item's place in the 12 bits that
 * RFC 9562 leaves for a counter. The same reservation gives the same ids, so a batch that is run again finds its own.
 */
export function idsFrom(reservedId: string): (index: number) => string {
  const [head, tail] = [reservedId.slice(0, 15), reservedId.slice(18)];
  return (index) => head + index.toString(16).padStart(3, "0") + tail;
}
