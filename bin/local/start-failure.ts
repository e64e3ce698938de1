/** Explains in one sentence why the service cannot start or continue. */
export class StartFailure extends Error {}
