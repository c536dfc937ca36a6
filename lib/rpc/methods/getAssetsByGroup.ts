import * as z from 'zod/mini';
import { forwardedMethod } from '../das-method';
import { FORWARDED_PAGE, ForwardedList } from '../forwarded-methods';

/** Lists the digital assets of a group, such as a collection (contract §8). */
export const getAssetsByGroup = forwardedMethod({
  name: 'getAssetsByGroup',
  summary: 'The digital assets of a group, such as a collection (DAS)',
  params: [
    { name: 'groupKey', summary: 'Kind of group, such as `collection`.', required: true, schema: z.string() },
    { name: 'groupValue', summary: 'Address of the group.', required: true, schema: z.string() },
    ...FORWARDED_PAGE,
  ],
  result: ForwardedList,
  example: {
    params: {
      groupKey: 'collection',
      groupValue: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A',
      page: 1,
      limit: 10,
    },
    result: { total: 0, limit: 10, page: 1, items: [] },
  },
});
