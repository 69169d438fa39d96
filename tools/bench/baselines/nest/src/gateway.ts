// The HTTP side: guards, throttling and validation here, listings behind NATS.
import "reflect-metadata";
import { CacheModule } from "@nestjs/cache-manager";
import { Module, ValidationPipe } from "@nestjs/common";
import { APP_GUARD, NestFactory } from "@nestjs/core";
import { JwtModule } from "@nestjs/jwt";
import { ClientsModule, Transport } from "@nestjs/microservices";
import type { NestExpressApplication } from "@nestjs/platform-express";
import { ThrottlerModule } from "@nestjs/throttler";
import { ThrottlerStorageRedisService } from "@nest-lab/throttler-storage-redis";
import { Redis } from "ioredis";
import { connectModels } from "../../shared/models.js";
import { onStop, readSettings, ready } from "../../shared/settings.js";
import { AuthGuard } from "./auth.guard.js";
import { CredentialThrottlerGuard } from "./credential-throttler.guard.js";
import { PropertiesController } from "./properties.controller.js";
import { API_KEY_MODEL, LISTINGS, REDIS } from "./tokens.js";

const settings = readSettings();
const { connection, ApiKey } = await connectModels(settings);
const redis = new Redis(settings.redisUrl);

@Module({
  imports: [
    CacheModule.register(),
    JwtModule.register({ secret: settings.jwtSecret, verifyOptions: { algorithms: ["HS256"] } }),
    ClientsModule.register([{ name: LISTINGS, transport: Transport.NATS, options: { servers: [settings.natsUrl] } }]),
    ThrottlerModule.forRoot({
      throttlers: settings.limits.map(({ name, limit, ttlMs }) => ({ name, limit, ttl: ttlMs })),
      storage: new ThrottlerStorageRedisService(redis),
    }),
  ],
  controllers: [PropertiesController],
  providers: [
    { provide: REDIS, useValue: redis },
    { provide: API_KEY_MODEL, useValue: ApiKey },
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: CredentialThrottlerGuard },
  ],
})
class GatewayModule {}

const app = await NestFactory.create<NestExpressApplication>(GatewayModule, {
  logger: ["error", "warn"],
  bodyParser: false,
});
app.disable("x-powered-by");
app.useBodyParser("json", { limit: "2mb" });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
await app.listen(settings.port, "127.0.0.1");
ready(app.getHttpServer());
onStop(async () => {
  await app.close();
  await Promise.all([connection.close(), redis.quit()]);
});
