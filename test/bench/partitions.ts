/** Capacity units in a second that DynamoDB lets one partition of a table or of an index have. */
const PARTITION_UNITS = { read: 3_000, write: 1_000 } as const;

export type Place = 'table' | 'byPublishDate' | 'byStatus' | 'bySearchText';

/** One call to DynamoDB: the units that it takes, by the table and its indexes. */
export interface ModelledCall {
  kind: keyof typeof PARTITION_UNITS;
  units: Partial<Record<Place, number>>;
}

/**
 * One partition of the table and one of each index, which give their units of a second and keep none for later. A call
 * is refused when a partition that it needs has none left; one that is let through may take more than are left.
 */
export function partitions(now: () => number) {
  const buckets = new Map<string, { left: number; at: number }>();
  const bucketOf = (place: string, kind: ModelledCall['kind']) => {
    const most = PARTITION_UNITS[kind];
    const { left, at } = buckets.get(`${place} ${kind}`) ?? { left: most, at: now() };
    const bucket = { left: Math.min(most, left + (most * (now() - at)) / 1_000), at: now() };
    buckets.set(`${place} ${kind}`, bucket);
    return bucket;
  };
  return {
    /** Takes the units of a call; false if it is refused. */
    take: ({ kind, units }: ModelledCall): boolean => {
      const needed = Object.entries(units).map(([place, count]) => ({
        bucket: bucketOf(place, kind),
        count,
      }));
      if (needed.some(({ bucket }) => bucket.left <= 0)) return false;
      for (const { bucket, count } of needed) bucket.left -= count;
      return true;
    },
  };
}
