// The listings service: responds over NATS. Only this service uses MongoDB and Elasticsearch.
import "reflect-metadata";
import { Controller, Inject, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { MessagePattern, Payload, Transport } from "@nestjs/microservices";
import { plainToInstance } from "class-transformer";
import { validate } from "class-validator";
import { createListings } from "../../shared/listings.js";
import { connectModels } from "../../shared/models.js";
import { onStop, readSettings, ready } from "../../shared/settings.js";
import { PropertyCreate } from "./dto.js";

const LISTINGS = Symbol("LISTINGS");
type Listings = ReturnType<typeof createListings>;

interface ById {
  id: string;
  organizationId: string;
}

@Controller()
class ListingsController {
  constructor(@Inject(LISTINGS) private readonly listings: Listings) {}

  @MessagePattern("fixed")
  fixed() {
    return this.listings.fixed();
  }

  @MessagePattern("properties.get")
  get(@Payload() { id, organizationId }: ById) {
    return this.listings.find(id, organizationId);
  }

  @MessagePattern("properties.similar")
  similar(@Payload() { id, organizationId }: ById) {
    return this.listings.similar(id, organizationId);
  }

  @MessagePattern("properties.aggregations")
  aggregations(@Payload() { status }: { status?: string }) {
    return this.listings.aggregations(status);
  }

  @MessagePattern("properties.search")
  search(@Payload() { body, organizationId }: { body: object; organizationId: string }) {
    return this.listings.search(body, organizationId);
  }

  @MessagePattern("properties.create")
  create(@Payload() { body, organizationId }: { body: object; organizationId: string }) {
    return this.listings.create(body, organizationId);
  }

  @MessagePattern("properties.batch")
  async batch(@Payload() { items, organizationId }: { items: object[]; organizationId: string }) {
    const rows = await Promise.all(
      items.map(async (item) => {
        const errors = await validate(plainToInstance(PropertyCreate, item), {
          whitelist: true,
          forbidNonWhitelisted: true,
        });
        return errors.length === 0 ? item : undefined;
      }),
    );
    return this.listings.createMany(rows, organizationId);
  }
}

const settings = readSettings();
const { connection, Property } = await connectModels(settings);
const listings = createListings({ Property, ...settings });

@Module({ controllers: [ListingsController], providers: [{ provide: LISTINGS, useValue: listings }] })
class ListingsModule {}

const app = await NestFactory.createMicroservice(ListingsModule, {
  transport: Transport.NATS,
  options: { servers: [settings.natsUrl], queue: "listings" },
  logger: ["error", "warn"],
});
await app.listen();
ready(undefined);
onStop(async () => {
  await app.close();
  await Promise.all([connection.close(), listings.close()]);
});
