import { Icon } from '../ui/icon';

type Props = {
  verified: boolean;
  /** Text of the label if the collection is not verified. */
  otherwise: string;
};

/** Label that says whether an item's collection is verified. */
export function VerifiedLabel({ verified, otherwise }: Props) {
  return (
    <span className={`label ${verified ? 'label-good' : 'label-caution'}`}>
      {verified && <Icon name="check" className="mr-1 size-3" />}
      {verified ? 'verified' : otherwise}
    </span>
  );
}
