import { Type } from "class-transformer";
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsLatitude,
  IsLongitude,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";

export class Address {
  @IsOptional() @IsString() street?: string | null;
  @IsOptional() @IsString() unit?: string | null;
  @IsOptional() @IsString() city?: string | null;
  @IsOptional() @IsString() community?: string | null;
  @IsOptional() @IsString() region?: string | null;
  @IsOptional() @IsString() postalCode?: string | null;
  @IsOptional() @Length(2, 2) country?: string | null;
}

export class Location {
  @IsLatitude() lat!: number;
  @IsLongitude() lon!: number;
}

export class Medium {
  @IsUrl({ require_tld: false }) url!: string;
  @IsOptional() @IsIn(["image", "video", "floorplan"]) kind?: string;
  @IsOptional() @IsString() caption?: string | null;
}

export class PropertyCreate {
  @IsOptional() @IsUUID() agentId?: string | null;
  @IsOptional() @Length(1, 200) externalId?: string | null;
  @Length(1, 300) title!: string;
  @IsOptional() @MaxLength(20_000) description?: string;
  @Length(1, 100) propertyType!: string;
  @Length(1, 100) propertyCategory!: string;
  @IsOptional() @IsIn(["sale", "rent"]) listingType?: string;
  @IsOptional() @IsIn(["active", "pending", "inactive", "sold", "rented"]) status?: string;
  @IsOptional() @IsNumber() @Min(0) @Max(1e12) price?: number | null;
  @IsOptional() @Length(3, 3) currency?: string | null;
  @IsOptional() @IsIn(["month", "week", "year"]) pricePeriod?: string | null;
  @IsOptional() @IsNumber() @Min(0) bedrooms?: number | null;
  @IsOptional() @IsNumber() @Min(0) bathrooms?: number | null;
  @IsOptional() @IsNumber() @Min(0) area?: number | null;
  @IsOptional() @IsNumber() @Min(0) lotArea?: number | null;
  @IsOptional() @IsIn(["sqft", "sqm"]) areaUnit?: string;
  @IsOptional() @IsInt() yearBuilt?: number | null;
  @IsOptional() @IsInt() floor?: number | null;
  @IsOptional() @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) features?: string[];
  @IsOptional() @ValidateNested() @Type(() => Address) address?: Address;
  @IsOptional() @ValidateNested() @Type(() => Location) location?: Location | null;
  @IsOptional() @IsArray() @ArrayMaxSize(100) @ValidateNested({ each: true }) @Type(() => Medium) media?: Medium[];
  @IsOptional() @IsISO8601() publishedAt?: string | null;
}

/** Items are checked one by one in the service, so that an invalid row does not affect others. */
export class BatchRequest {
  @IsIn(["create"]) mode!: string;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(1000) items!: object[];
}

export class Range {
  @IsOptional() @IsNumber() min?: number;
  @IsOptional() @IsNumber() max?: number;
}

export class Filters {
  @IsOptional() @IsArray() @IsString({ each: true }) status?: string[];
  @IsOptional() @IsIn(["sale", "rent"]) listingType?: string;
  @IsOptional() @IsArray() @IsString({ each: true }) propertyTypes?: string[];
  @IsOptional() @IsArray() @IsString({ each: true }) cities?: string[];
  @IsOptional() @IsArray() @IsString({ each: true }) features?: string[];
  @IsOptional() @ValidateNested() @Type(() => Range) price?: Range;
  @IsOptional() @ValidateNested() @Type(() => Range) bedrooms?: Range;
}

export class SearchRequest {
  @IsOptional() @ValidateNested() @Type(() => Filters) filters?: Filters;
  @IsOptional() @IsInt() @Min(1) @Max(100) limit?: number;
}
