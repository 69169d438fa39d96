import { type CanActivate, type ExecutionContext, Inject, Injectable, UnauthorizedException } from "@nestjs/common";
import { JwtService } from "@nestjs/jwt";
import type { Request } from "express";
import type { Redis } from "ioredis";
import type { Model } from "mongoose";
import { createHash } from "node:crypto";
import { API_KEY_MODEL, type Caller, REDIS } from "./tokens.js";

interface KeyRecord {
  _id: string;
  organizationId: string;
  scopes: string[];
  expiresAt?: string | null;
  revokedAt?: string | null;
}

const cacheSeconds = 60;

/** An API key, looked up by its hash (cached in Redis for a minute, otherwise read from MongoDB) and counted, or a signed session. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(API_KEY_MODEL) private readonly apiKeys: Model<KeyRecord>,
    private readonly jwt: JwtService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & { caller: Caller }>();
    const { authorization } = request.headers;
    const token = authorization?.startsWith("Bearer ") ? authorization.slice(7) : undefined;
    if (token === undefined) throw new UnauthorizedException();
    request.caller = token.startsWith("svc_pk_") ? await this.byKey(token) : await this.bySession(token);
    return true;
  }

  private async bySession(token: string): Promise<Caller> {
    try {
      const { sub, org } = await this.jwt.verifyAsync<{ sub: string; org: string }>(token);
      return { id: sub, organizationId: org, scopes: ["read", "write"] };
    } catch {
      throw new UnauthorizedException();
    }
  }

  private async byKey(token: string): Promise<Caller> {
    const key = await this.find(createHash("sha256").update(token).digest("hex"));
    if (key === null || key.revokedAt != null) throw new UnauthorizedException();
    if (key.expiresAt != null && new Date(key.expiresAt) < new Date()) throw new UnauthorizedException();
    this.redis.hincrby("usage", key._id, 1).catch((error: unknown) => console.error(error));
    return { id: key._id, organizationId: key.organizationId, scopes: key.scopes };
  }

  private async find(hash: string): Promise<KeyRecord | null> {
    const cached = await this.redis.get(`apikey:${hash}`);
    if (cached !== null) return JSON.parse(cached) as KeyRecord;
    const found = await this.apiKeys.findOne({ hash }).lean<KeyRecord>();
    if (found !== null) await this.redis.set(`apikey:${hash}`, JSON.stringify(found), "EX", cacheSeconds);
    return found;
  }
}
