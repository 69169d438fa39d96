import { CacheInterceptor, CacheTTL } from "@nestjs/cache-manager";
import {
  Body,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  Post,
  Query,
  UseInterceptors,
} from "@nestjs/common";
import { ClientProxy } from "@nestjs/microservices";
import { firstValueFrom } from "rxjs";
import { BatchRequest, PropertyCreate, SearchRequest } from "./dto.js";
import { type Caller, LISTINGS } from "./tokens.js";

const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ caller: Caller }>().caller,
);

@Controller()
export class PropertiesController {
  constructor(@Inject(LISTINGS) private readonly listings: ClientProxy) {}

  private call<T>(pattern: string, data: object): Promise<T> {
    return firstValueFrom(this.listings.send<T>(pattern, data));
  }

  private async found<T>(response: Promise<T | null>): Promise<T> {
    const value = await response;
    if (value === null) throw new NotFoundException();
    return value;
  }

  @Get("fixed")
  fixed(@CurrentCaller() caller: Caller) {
    return this.call("fixed", { organizationId: caller.organizationId });
  }

  @Get("properties/aggregations")
  aggregations(@Query("status") status?: string) {
    return this.call("properties.aggregations", { status });
  }

  @Get("properties/aggregations-cached")
  @UseInterceptors(CacheInterceptor)
  @CacheTTL(1_000)
  aggregationsCached(@Query("status") status?: string) {
    return this.call("properties.aggregations", { status });
  }

  @Get("properties/:id")
  get(@Param("id", ParseUUIDPipe) id: string, @CurrentCaller() { organizationId }: Caller) {
    return this.found(this.call<object | null>("properties.get", { id, organizationId }));
  }

  @Get("properties/:id/similar")
  similar(@Param("id", ParseUUIDPipe) id: string, @CurrentCaller() { organizationId }: Caller) {
    return this.found(this.call<object[] | null>("properties.similar", { id, organizationId }));
  }

  @Post("properties/search")
  @HttpCode(200)
  search(@Body() body: SearchRequest, @CurrentCaller() { organizationId }: Caller) {
    return this.call("properties.search", { body, organizationId });
  }

  @Post("properties")
  create(@Body() body: PropertyCreate, @CurrentCaller() { organizationId }: Caller) {
    return this.call("properties.create", { body, organizationId });
  }

  @Post("properties/batch")
  @HttpCode(200)
  batch(@Body() { items }: BatchRequest, @CurrentCaller() { organizationId }: Caller) {
    return this.call("properties.batch", { items, organizationId });
  }
}
