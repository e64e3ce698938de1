import { documentedOperations, type DocumentedOperation } from '../schemas/operation-schemas.ts';
import type { ServedOperationId } from '../schemas/operations.ts';
import { PAGES_FUNCTION } from '../schemas/pages.ts';
import { publicPageDetails } from '../schemas/public-page-details.ts';
import { publicPages, type PublicPageId } from '../schemas/public-pages.ts';
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

interface RouteTrigger {
  /** The clients, each kind with its own limit: employers with a key, the public, or `other` for applying and for unknown paths. */
  clients: 'employers' | 'public' | 'other';
  routes: readonly PathMethods[];
  /** The function also gets all requests without a route. */
  isDefault?: true;
}

export interface ServiceFunction {
  /** The operation's name in logs and metrics. */
  operation?: LoggedId;
  /** The id of the construct. */
  id: string;
  /** The name of the module in `functions/` and of the bundle. */
  name: string;
  description: string;
  trigger: RouteTrigger | BackgroundRow['trigger'];
  group: FunctionGroup;
  memoryMegabytes: number;
  timeoutSeconds: number;
  settings: readonly SettingName[];
  permissions: readonly Permission[];
  /** Serves a public page or its script, in some stages through CloudFront (`site.ts`). */
  isOfSite?: true;
  /** A new version gets requests step by step (`gradual-deployment.ts`). */
  isDeployedGradually?: boolean;
}

/** The id of the function that refuses requests in maintenance. */
export const MAINTENANCE = 'Maintenance';

/** The timeout of functions that respond to requests: less than the 30 s of API Gateway. */
const REQUEST_SECONDS = 10;

export const fileResources: ReadonlySet<Permission['on']> = new Set([
  'applicationFiles',
  'logoFiles',
  'uploads',
  'publicFiles',
]);

const settingsOf = ({ group, capabilities, settings = [] }: FunctionRow, permissions: Permission[]) => [
  ...(permissions.length > 0 ? (['TABLE_NAME', ...groups[group].settings] as const) : []),
  ...(permissions.some(({ on }) => fileResources.has(on)) ? (['FILES_BUCKET'] as const) : []),
  ...(capabilities.includes('readSearchAccount') ? (['GOOGLE_ACCOUNT'] as const) : []),
  // Responses contain URLs: of a job in Location and in a conflict, of its posting, and of the pages of a list.
  ...(capabilities.includes('authenticate')
    ? (['RATE_LIMITS', 'BASE_URL', 'SITE_URL', 'BROWSER_ORIGINS'] as const)
    : []),
  ...settings,
];

const pascalCase = (camelCase: string) => `${camelCase.charAt(0).toUpperCase()}${camelCase.slice(1)}`;

/** Derives a definition from the row of a function; `logs` are settings of its log. */
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

const routesOf = (functionId: string) => routes.filter(({ id }) => id === functionId);

/** Capabilities that cost as much as a hundred pages. */
const costlyCapabilities = new Set<Capability>(['receiveApplication', 'offerUpload']);

/** The clients of a function that needs no key. */
const publicClients = (id: ServedOperationId | PublicPageId) =>
  requestFunctions[id].capabilities.some((capability) => costlyCapabilities.has(capability))
    ? 'other'
    : 'public';

function requestFunction(
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

const operationFunction = ([id, { access, subject, summary, ofSite }]: [
  string,
  DocumentedOperation,
]): ServiceFunction => ({
  ...(ofSite && { isOfSite: true }),
  ...requestFunction(
    id as ServedOperationId,
    access === 'public' ? publicClients(id as ServedOperationId) : 'employers',
    summary,
  ),
  isDeployedGradually: access === 'employer' && subject === 'jobs',
});

/** The operator's settings, because every page for candidates names the operator. */
const operatorSettings = [
  'OPERATOR_NAME',
  'OPERATOR_EMAIL',
  'OPERATOR_PRIVACY_URL',
  'OPERATOR_POLICY_URL',
] as const;

function publicPageFunction(id: PublicPageId): ServiceFunction {
  const definition = requestFunction(id, publicClients(id), publicPageDetails[id].summary);
  const settings = [
    ...new Set([...definition.settings, 'SITE_URL', 'TRUSTED_PROXY', ...operatorSettings] as const),
  ];
  return { ...definition, settings, isOfSite: true };
}

const backgroundFunction = ([id, row]: [string, BackgroundRow]): ServiceFunction => ({
  ...row,
  ...definitionOf(id as LoggedId, row, ['METRICS_NAMESPACE', 'METRICS']),
});

/** The common part of functions that use no data. */
const statelessFunction = {
  group: 'Entrance',
  memoryMegabytes: 256,
  timeoutSeconds: REQUEST_SECONDS,
  settings: [],
  permissions: [],
} as const;

const documentation: ServiceFunction = {
  ...statelessFunction,
  id: 'Documentation',
  name: PAGES_FUNCTION,
  description: 'Serve the guide, the reference, the problem pages and the OpenAPI document',
  trigger: { clients: 'public', routes: routesOf(PAGES_FUNCTION) },
  settings: ['BASE_URL'],
  memoryMegabytes: 512,
};

const noRoute: ServiceFunction = {
  ...statelessFunction,
  id: 'NoRoute',
  name: 'no-route',
  description: 'Respond to requests for no operation: 404, 405 with Allow, OPTIONS',
  settings: ['BASE_URL', 'SITE_URL', 'BROWSER_ORIGINS', ...operatorSettings],
  trigger: { clients: 'other', routes: refusedRoutes(), isDefault: true },
};

/** The function that takes over routes (`routes.ts`) in maintenance, in its own stack and in later stacks. */
const maintenance: ServiceFunction = {
  ...statelessFunction,
  id: MAINTENANCE,
  name: 'maintenance',
  group: 'Maintenance',
  description: 'Refuse requests that write, in maintenance',
  settings: ['BASE_URL', 'SITE_URL', 'BROWSER_ORIGINS', ...operatorSettings],
  trigger: { clients: 'other', routes: [] },
};

/** All functions. An operation with `servedBy` shares the function of another operation. */
export const serviceFunctions: readonly ServiceFunction[] = [
  ...Object.entries<DocumentedOperation>(documentedOperations)
    .filter(([, { servedBy }]) => servedBy === undefined)
    .map(operationFunction),
  ...(Object.keys(publicPages) as PublicPageId[]).map(publicPageFunction),
  documentation,
  noRoute,
  maintenance,
  ...Object.entries(backgroundFunctions).map(backgroundFunction),
];

/** Whether clients call the function without a key. */
export const needsNoKey = ({ trigger }: ServiceFunction): boolean =>
  typeof trigger === 'object' &&
  'routes' in trigger &&
  trigger.clients !== 'employers' &&
  trigger.routes.length > 0;

/** Whether the function may write what a key may do. */
export const writesKeys = ({ permissions }: ServiceFunction): boolean =>
  permissions.some(({ action, on }) => on === 'apiKeys' && (action === 'PutItem' || action === 'UpdateItem'));

export const scheduleOf = ({ trigger }: ServiceFunction): ScheduledTrigger | undefined =>
  typeof trigger === 'object' && 'inputs' in trigger ? trigger : undefined;

/** The filters of the stream's records for a function; empty if no stream calls it. */
export const recordFiltersOf = ({ trigger }: ServiceFunction): RecordsTrigger['records'] =>
  typeof trigger === 'object' && 'records' in trigger ? trigger.records : [];

export const functionsIn = (stack: FunctionStack): ServiceFunction[] =>
  serviceFunctions.filter(({ group }) => groups[group].stack === stack);

export const routeTriggerOf = ({ trigger }: ServiceFunction): RouteTrigger | undefined =>
  typeof trigger === 'object' && 'routes' in trigger ? trigger : undefined;

/** Route keys as in API Gateway: `GET /path`, `$default`. */
export const routeKeysOf = ({ routes: paths, isDefault }: RouteTrigger): string[] => [
  ...paths.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`)),
  ...(isDefault ? ['$default'] : []),
];
