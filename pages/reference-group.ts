import type { OpenApiDocument, OperationObject } from '../schemas/openapi/document.ts';
import type { Html } from './html.ts';

/** An entry of the reference, with a link in the navigation and a search result. */
interface ReferenceEntry {
  /** The anchor of the entry, and the prefix of all anchors inside the entry. */
  id: string;
  label: Html;
  content: Html;
  /** The separate page of the entry; only a chapter of the guide has one. */
  ownPage?: { path: string; summary: string };
}

export interface ReferenceGroup {
  id: string;
  title: string;
  /** The path of the group's page, relative to the root of the service. */
  page: string;
  introduction: Html;
  entries: ReferenceEntry[];
  /** True if the entries of the group are the lines of one list. */
  isList?: boolean;
  /** Search rank factor of its entries; by default 1. */
  boost?: number;
}

/** The path of the overview page, which links to the guide and the reference. */
export const OVERVIEW = 'docs';

/** The path of a page below the overview: a group or a chapter. */
export const pageBelow = (id: string): string => `${OVERVIEW}/${id}`;

/** The anchor of a tag. */
export const tagId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** The path and anchor of an operation in the reference, relative to the root of the service. */
export const operationAddress = ({ operationId, tags: [tag] }: OperationObject): string =>
  `${pageBelow(tagId(tag))}#${operationId}`;

/** Whether a schema name belongs to a request. */
export const isRequestSchema = (name: string): boolean =>
  /Write$|^Job(?:Create|Update|Upsert|Reference)$/.test(name);

/** The schemas of responses, by name. Schemas of requests appear in their operations. */
export const responseSchemas = ({ components }: OpenApiDocument) =>
  Object.entries(components.schemas).filter(([name, { properties }]) => properties && !isRequestSchema(name));
