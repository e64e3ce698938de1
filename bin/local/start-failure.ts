/** Why the service cannot start or go on, as one sentence for the person who started it. */
export class StartFailure extends Error {}
