/** Tells the person who started the service, in one sentence, why it cannot start or continue. */
export class StartFailure extends Error {}
