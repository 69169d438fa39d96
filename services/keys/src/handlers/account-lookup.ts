import { notFound } from "@plat/contracts";
import type { Organization, User } from "../domain/session.ts";
import type { Dependencies } from "./dependencies.ts";

/** Reads a user and the user's organization. @throws AppError `not_found` if either does not exist */
export async function getAccount(
  { users, organizations }: Pick<Dependencies, "users" | "organizations">,
  userId: string,
  organizationId: string,
): Promise<{ user: User; organization: Organization }> {
  const [user, organization] = await Promise.all([users.findById(userId), organizations.findById(organizationId)]);
  if (user === undefined || organization === undefined) throw notFound("account");
  return { user, organization };
}
