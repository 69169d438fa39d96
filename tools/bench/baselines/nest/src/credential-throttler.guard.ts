import { Injectable } from "@nestjs/common";
import { ThrottlerGuard } from "@nestjs/throttler";
import type { Caller } from "./tokens.js";

/** Counts requests per credential over all routes, as Plat's quotas do. */
@Injectable()
export class CredentialThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker(request: { caller: Caller }): Promise<string> {
    return request.caller.id;
  }

  protected override generateKey(_context: unknown, tracker: string, name: string): string {
    return `${tracker}:${name}`;
  }
}
