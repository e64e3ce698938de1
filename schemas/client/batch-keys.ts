/** An operation of a batch, as far as it matters here. */
interface BatchOperation {
  operation?: unknown;
  idempotencyKey?: unknown;
}

/**
 * The body of a batch in which every `create` has an idempotencyKey, so that the batch can be repeated: the other
 * operations can be anyway.
 */
export function withKeys(body: unknown): unknown {
  const { operations } = Object(body) as { operations?: BatchOperation[] };
  if (!Array.isArray(operations)) return body;
  return {
    ...(body as object),
    operations: operations.map((each) =>
      each?.operation === 'create' ? { idempotencyKey: crypto.randomUUID(), ...each } : each,
    ),
  };
}
