import type { ReactNode } from 'react';
import { Switch } from '@/components/ui/switch';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Why the pairing could not be recorded. */
  failure?: string | undefined;
  children: ReactNode;
};

/** The switch “Remember this pairing on this server” with an explanation, or the reason for a failure. */
export function RememberSwitch({ checked, onChange, disabled = false, failure, children }: Props) {
  return (
    <div className="text-sm">
      <Switch
        name="remember"
        checked={checked}
        aria-disabled={disabled}
        aria-describedby="remember-hint"
        onChange={({ target }) => {
          if (!disabled) onChange(target.checked);
        }}
      >
        Remember this pairing on this server
      </Switch>
      <p id="remember-hint" role="status" className={failure === undefined ? 'text-muted' : 'said text-bad'}>
        {failure === undefined ? children : `Not remembered. ${failure}.`}
      </p>
    </div>
  );
}

/** Explanation next to the switch while the pairing is not recorded. */
export const REMEMBER_HINT =
  'Saves the key with its Bitcoin addresses and accounts, so that any visitor who looks up one finds the others.';
