import { Icon } from '../ui/icon';

type Props = {
  verified: boolean;
  /** What is said where it has not signed. */
  otherwise: string;
};

/** Whether a collection has signed for an item. */
export function VerifiedLabel({ verified, otherwise }: Props) {
  return (
    <span className={`label ${verified ? 'label-good' : 'label-caution'}`}>
      {verified && <Icon name="check" className="mr-1 size-3" />}
      {verified ? 'verified' : otherwise}
    </span>
  );
}
