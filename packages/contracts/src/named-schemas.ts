import type { z } from "zod";
import { ad, adCreate, adPatch } from "./ads.ts";
import { agent, agentCreate, agentPatch } from "./agents.ts";
import { aggregations } from "./aggregations.ts";
import { createdKey, keyCreate, keyRotate, keyUsage, listedKey } from "./api-keys.ts";
import { changeEvent } from "./change-feed.ts";
import { branding, organization, organizationPatch } from "./organizations.ts";
import { fieldError, problem } from "./problem.ts";
import {
  address,
  batchRequest,
  batchResult,
  counts,
  medium,
  property,
  propertyCreate,
  propertyPatch,
  propertyView,
} from "./property.ts";
import { geoFilter, searchFilters } from "./search-filters.ts";
import {
  interpretation,
  previousInterpretation,
  searchHit,
  searchRequest,
  searchResult,
  similarHit,
  suggestResult,
} from "./search.ts";
import { passwordChange, session, sessionOrganization, signIn, signUp, user, whoami } from "./sessions.ts";

const named = (schemas: Readonly<Record<string, z.core.$ZodType>>): Map<z.core.$ZodType, string> =>
  new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));

/** Input schemas that are named components of the OpenAPI document. */
export const inputComponents = named({
  AdCreate: adCreate,
  AdPatch: adPatch,
  AgentCreate: agentCreate,
  AgentPatch: agentPatch,
  ApiKeyCreate: keyCreate,
  ApiKeyRotate: keyRotate,
  GeoFilter: geoFilter,
  OrganizationPatch: organizationPatch,
  PasswordChange: passwordChange,
  PreviousInterpretation: previousInterpretation,
  PropertyBatch: batchRequest,
  PropertyCreate: propertyCreate,
  PropertyPatch: propertyPatch,
  SearchFilters: searchFilters,
  SearchRequest: searchRequest,
  SignIn: signIn,
  SignUp: signUp,
});

/** Output schemas that are named components of the OpenAPI document. */
export const outputComponents = named({
  Ad: ad,
  Address: address,
  Agent: agent,
  Aggregations: aggregations,
  ApiKey: listedKey,
  ApiKeyCreated: createdKey,
  ApiKeyUsage: keyUsage,
  Branding: branding,
  ChangeEvent: changeEvent,
  FieldError: fieldError,
  Interpretation: interpretation,
  Medium: medium,
  Organization: organization,
  OrganizationName: sessionOrganization,
  Problem: problem,
  Property: property,
  PropertyBatchResult: batchResult,
  PropertyCounts: counts,
  PropertyFields: propertyView,
  SearchHit: searchHit,
  SearchResult: searchResult,
  Session: session,
  SimilarHit: similarHit,
  Suggestions: suggestResult,
  User: user,
  Whoami: whoami,
});
