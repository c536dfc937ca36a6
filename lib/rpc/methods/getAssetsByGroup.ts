import * as z from 'zod/mini';
import { forwardedList } from '../forwarded-methods';

/** Lists the digital assets of a group, such as a collection (contract §8). */
export const getAssetsByGroup = forwardedList(
  'getAssetsByGroup',
  'The digital assets of a group, such as a collection (DAS)',
  [
    { name: 'groupKey', summary: 'Kind of group, such as `collection`.', required: true, schema: z.string() },
    { name: 'groupValue', summary: 'Address of the group.', required: true, schema: z.string() },
  ],
  { groupKey: 'collection', groupValue: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A' },
);
