import type { OpenApiDocument, OperationObject } from '../schemas/openapi/document.ts';
import type { Html } from './html.ts';

/** Something that the navigation leads to and the search finds. */
interface Entry {
  /** Its anchor, with which the anchors of everything inside it begin. */
  id: string;
  label: Html;
  content: Html;
}

/** A part of the reference. */
export interface Group {
  id: string;
  title: string;
  /** The page that it is on, relative to the root of the service. */
  page: string;
  introduction: Html;
  entries: Entry[];
  /** Its entries are the lines of one list. */
  isList?: boolean;
  /** How far its entries move up among what the search finds; by default 1. */
  boost?: number;
}

/** The page with the guide and what concerns all operations. */
export const OVERVIEW = 'docs';

/** The pages of a part of its own each. */
export const pageOf = (groupId: string): string => `${OVERVIEW}/${groupId}`;

/** The anchor of the operations with a tag. */
export const tagId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** Where an operation is explained, relative to the root of the service. */
export const operationAddress = ({ operationId, tags: [tag] }: OperationObject): string =>
  `${pageOf(tagId(tag))}#${operationId}`;

/** The schemas of responses, by name; those of requests are shown with their operations. */
export const schemasOf = ({ components }: OpenApiDocument) =>
  Object.entries(components.schemas).filter(
    ([name, { properties }]) => properties && !/Write$|^Job(?:Create|Update|Upsert|Reference)$/.test(name),
  );
