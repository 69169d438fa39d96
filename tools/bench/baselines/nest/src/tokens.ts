export const LISTINGS = Symbol("LISTINGS");
export const REDIS = Symbol("REDIS");
export const API_KEY_MODEL = Symbol("API_KEY_MODEL");

export interface Caller {
  id: string;
  organizationId: string;
  scopes: string[];
}
