import { Icon } from '../ui/icon';

/** Label that says whether an item's collection is verified. */
export function VerifiedLabel({ verified }: { verified: boolean }) {
  return (
    <span className={`label ${verified ? 'label-good' : 'label-caution'}`}>
      {verified && <Icon name="check" className="mr-1 size-3" />}
      {verified ? 'verified' : 'not verified'}
    </span>
  );
}
