import type { ComponentProps } from 'react';

/** A checkbox as a switch with its label, for a setting that takes effect at once or with its form. */
export function Switch({ children, ...props }: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  return (
    <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its own state. */}
      <input {...props} type="checkbox" role="switch" className="switch" />
      <span>{children}</span>
    </label>
  );
}
