import { ownerLine } from '@/lib/server/pages/script-route';
import { getEmptyAccounts } from '@/lib/services/holdings/get-empty-accounts';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Sends an owner's empty token accounts as one JSON line (`EmptyAccounts`). */
export const GET = ownerLine(WORK_UNITS.tokenAccounts, getEmptyAccounts);
