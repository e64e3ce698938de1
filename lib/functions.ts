import { operations, type Operation, type ServedOperationId } from '../schemas/operations.ts';
import { PAGES_FUNCTION } from '../schemas/pages.ts';
import { publicPages, type PublicPage, type PublicPageId } from '../schemas/public-pages.ts';
import { refusedRoutes, routes, type PathMethods } from '../schemas/routes.ts';
import {
  backgroundFunctions,
  functionNameOf,
  groups,
  requestFunctions,
  type BackgroundRow,
  type FunctionGroup,
  type FunctionRow,
  type FunctionStack,
  type LoggedId,
  type RecordsTrigger,
  type ScheduledTrigger,
  type SettingName,
} from './function-table.ts';
import { permissionsOf, type Capability, type Permission } from './permissions.ts';

/** Paths of the HTTP API with some of their methods. */
interface RouteTrigger {
  /** Who calls them: employers by key, everybody, or candidates who apply and those who are lost. Each has a limit of its own. */
  clients: 'employers' | 'public' | 'other';
  routes: readonly PathMethods[];
  /** Whether it also gets all requests without a route. */
  isDefault?: true;
}

/** A Lambda function of the service. */
export interface ServiceFunction {
  /** The operation it serves, as logs and metrics name it. */
  operation?: LoggedId;
  /** The id of its construct. */
  id: string;
  /** The name of its module in `functions/`, and of its bundle. */
  name: string;
  description: string;
  trigger: RouteTrigger | BackgroundRow['trigger'];
  group: FunctionGroup;
  memoryMegabytes: number;
  timeoutSeconds: number;
  settings: readonly SettingName[];
  permissions: readonly Permission[];
  /** Whether it serves a public page, or its script, which CloudFront may stand before (`site.ts`). */
  isOfSite?: true;
  /** Whether a new version of it gets requests step by step (`gradual-deployment.ts`). */
  isDeployedGradually?: boolean;
}

/** The id of the function that refuses requests in maintenance. */
export const MAINTENANCE = 'Maintenance';

/** Less than API Gateway's 30 s. */
const REQUEST_SECONDS = 10;

const files: ReadonlySet<Permission['on']> = new Set([
  'applicationFiles',
  'logoFiles',
  'uploads',
  'publicFiles',
]);

const settingsOf = ({ group, capabilities, settings = [] }: FunctionRow, permissions: Permission[]) => [
  ...(permissions.length > 0 ? (['TABLE_NAME', ...groups[group].settings] as const) : []),
  ...(permissions.some(({ on }) => files.has(on)) ? (['FILES_BUCKET'] as const) : []),
  // Responses contain URLs: of a job in Location and in a conflict, of its posting, and of the pages of a list.
  ...(capabilities.includes('authenticate') ? (['RATE_LIMITS', 'BASE_URL', 'SITE_URL'] as const) : []),
  ...settings,
];

const pascalCase = (camelCase: string) => `${camelCase.charAt(0).toUpperCase()}${camelCase.slice(1)}`;

/** What follows from the row of a function. `logs` are the settings of what it logs. */
function definitionOf(id: LoggedId, row: FunctionRow, logs: readonly SettingName[]) {
  const permissions = permissionsOf(row.capabilities);
  return {
    operation: id,
    id: pascalCase(id),
    name: functionNameOf(id),
    group: row.group,
    memoryMegabytes: row.memoryMegabytes ?? groups[row.group].memoryMegabytes,
    settings: [...new Set([...logs, ...settingsOf(row, permissions)])],
    permissions,
  };
}

const routesOf = (of: string) => routes.filter(({ id }) => id === of);

/** What costs as much as a hundred pages. */
const costly = new Set<Capability>(['receiveApplication', 'offerUpload']);

/** Who calls a function that needs no key. */
const publicClients = (id: ServedOperationId | PublicPageId) =>
  requestFunctions[id].capabilities.some((capability) => costly.has(capability)) ? 'other' : 'public';

function ofRequests(
  id: ServedOperationId | PublicPageId,
  clients: RouteTrigger['clients'],
  description: string,
) {
  return {
    ...definitionOf(id, requestFunctions[id], ['METRICS_NAMESPACE', 'LOG_LEVEL']),
    description,
    trigger: { clients, routes: routesOf(id) },
    timeoutSeconds: REQUEST_SECONDS,
  };
}

const ofOperation = ([id, { access, subject, summary, ofSite }]: [string, Operation]): ServiceFunction => ({
  ...(ofSite && { isOfSite: true }),
  ...ofRequests(
    id as ServedOperationId,
    access === 'public' ? publicClients(id as ServedOperationId) : 'employers',
    summary,
  ),
  isDeployedGradually: access === 'employer' && subject === 'jobs',
});

/** What every page for candidates says of who runs it. */
const operatorSettings = [
  'OPERATOR_NAME',
  'OPERATOR_EMAIL',
  'OPERATOR_PRIVACY_URL',
  'OPERATOR_POLICY_URL',
] as const;

function ofPublicPage([id, { summary }]: [string, PublicPage]): ServiceFunction {
  const definition = ofRequests(id as PublicPageId, publicClients(id as PublicPageId), summary);
  const settings = [
    ...new Set([...definition.settings, 'SITE_URL', 'TRUSTED_PROXY', ...operatorSettings] as const),
  ];
  return { ...definition, settings, isOfSite: true };
}

const inBackground = ([id, row]: [string, BackgroundRow]): ServiceFunction => ({
  ...row,
  ...definitionOf(id as LoggedId, row, ['METRICS_NAMESPACE', 'METRICS']),
});

/** What functions have in common that use no data. */
const withoutData = {
  group: 'Entrance',
  memoryMegabytes: 256,
  timeoutSeconds: REQUEST_SECONDS,
  settings: [],
  permissions: [],
} as const;

const documentation: ServiceFunction = {
  ...withoutData,
  id: 'Documentation',
  name: PAGES_FUNCTION,
  description: 'Serve the guide, the reference, the problem pages and the OpenAPI document',
  trigger: { clients: 'public', routes: routesOf(PAGES_FUNCTION) },
  memoryMegabytes: 512,
};

const noRoute: ServiceFunction = {
  ...withoutData,
  id: 'NoRoute',
  name: 'no-route',
  description: 'Respond to requests for no operation: 404, 405 with Allow, OPTIONS',
  settings: ['BASE_URL', 'SITE_URL', ...operatorSettings],
  trigger: { clients: 'other', routes: refusedRoutes(), isDefault: true },
};

/** It has no routes but those that it takes over in maintenance (`maintenance.ts`), in its stack and those after it. */
const maintenance: ServiceFunction = {
  ...withoutData,
  id: MAINTENANCE,
  name: 'maintenance',
  group: 'Events',
  description: 'Refuse requests that write, in maintenance',
  settings: ['BASE_URL', 'SITE_URL', ...operatorSettings],
  trigger: { clients: 'other', routes: [] },
};

/**
 * One function for each operation but those of a method override, one for each public page, one for the documentation,
 * one for all other requests, one for maintenance, the scheduled ones, and the one that SES reports to.
 */
export const serviceFunctions: readonly ServiceFunction[] = [
  ...Object.entries<Operation>(operations)
    .filter(([, { servedBy }]) => servedBy === undefined)
    .map(ofOperation),
  ...Object.entries(publicPages).map(ofPublicPage),
  documentation,
  noRoute,
  maintenance,
  ...Object.entries(backgroundFunctions).map(inBackground),
];

/** Whether anybody can call a function, without a key. */
export const needsNoKey = ({ trigger }: ServiceFunction): boolean =>
  typeof trigger === 'object' &&
  'routes' in trigger &&
  trigger.clients !== 'employers' &&
  trigger.routes.length > 0;

/** The schedule that calls a function, if one does: nobody waits for its result. */
export const scheduleOf = ({ trigger }: ServiceFunction): ScheduledTrigger | undefined =>
  typeof trigger === 'object' && 'inputs' in trigger ? trigger : undefined;

/** The changes of the table that a function is called with, if it is. */
export const recordsFor = ({ trigger }: ServiceFunction): RecordsTrigger['records'] =>
  typeof trigger === 'object' && 'records' in trigger ? trigger.records : [];

/** The functions of a stack. */
export const functionsIn = (stack: FunctionStack): ServiceFunction[] =>
  serviceFunctions.filter(({ group }) => groups[group].stack === stack);

/** The routes that call a function, if there are any. */
export const routesBy = ({ trigger }: ServiceFunction): RouteTrigger | undefined =>
  typeof trigger === 'object' && 'routes' in trigger ? trigger : undefined;

/** The keys of routes, as API Gateway writes them. */
export const routeKeysOf = ({ routes: paths, isDefault }: RouteTrigger): string[] => [
  ...paths.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`)),
  ...(isDefault ? ['$default'] : []),
];
