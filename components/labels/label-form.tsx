'use client';

import { useForm } from 'react-hook-form';
import { LabelsNotSaved, MAX_LABEL_LENGTH, setLabel } from '@/lib/dashboard/labels';
import { ImportLabels } from './import-labels';
import { useLabel } from './use-labels';

type Props = { address: string; href: string; onSaved: () => void };

/** The label of an address and its place on the watchlist, which are saved together. */
export function LabelForm({ address, href, onSaved }: Props) {
  const labelled = useLabel(address);
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { label: labelled?.label ?? '', isWatched: labelled?.isWatched ?? false },
  });
  const error = formState.errors.label?.message;
  return (
    <form
      className="grid gap-2 p-1.5 text-sm"
      noValidate
      onSubmit={handleSubmit(({ label, isWatched }) => {
        try {
          setLabel({ address, label, isWatched, href });
          onSaved();
        } catch (notSaved) {
          if (!(notSaved instanceof LabelsNotSaved)) throw notSaved;
          setError('label', { message: notSaved.message });
        }
      })}
    >
      <label className="grid gap-1">
        Label
        <input
          {...register('label')}
          className="field"
          maxLength={MAX_LABEL_LENGTH}
          placeholder="Such as Treasury"
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby="label-error"
        />
      </label>
      <p id="label-error" role="alert" className="text-bad empty:hidden">
        {error}
      </p>
      <label className="flex min-h-8 items-center gap-2">
        <input {...register('isWatched')} type="checkbox" className="size-4 accent-[var(--accent)]" />
        On my watchlist
      </label>
      <button type="submit" className="control control-primary justify-center">
        Save
      </button>
      <p className="text-muted text-xs">
        Kept in this browser only. <ImportLabels>Import a file of labels</ImportLabels>
      </p>
    </form>
  );
}
