import { ownerLine } from '@/lib/server/pages/script-route';
import { getStake } from '@/lib/services/holdings/get-stake';
import { WORK_UNITS } from '@/lib/services/work-units';

/** Sends an owner's stake accounts as one JSON line (`StakeOfOwner`). */
export const GET = ownerLine(WORK_UNITS.stake, getStake);
