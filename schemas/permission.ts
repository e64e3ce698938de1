/** The subjects of operations with a key. */
const subjects = ['jobs', 'applications', 'events', 'webhooks', 'employer', 'partners', 'keys'] as const;

export type Permission = `${(typeof subjects)[number]}:${'read' | 'write'}`;

/** The permissions that a key can have (guide: authentication 7 to 9). */
export const permissions = subjects.flatMap((subject): Permission[] => [
  `${subject}:read`,
  `${subject}:write`,
]) as [Permission, ...Permission[]];

/** The permission that a key needs for an operation: a GET reads, any other method writes. */
export const permissionFor = ({ subject, method }: { subject: string; method: string }): Permission =>
  `${subject}:${method === 'GET' ? 'read' : 'write'}` as Permission;
