import type { ComponentProps } from 'react';

/** A labeled checkbox in the form of a switch. */
export function Switch({ children, ...props }: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  return (
    <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has the checked state. */}
      <input {...props} type="checkbox" role="switch" className="switch" />
      <span>{children}</span>
    </label>
  );
}
