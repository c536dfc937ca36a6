import type { FieldValues, Path, Resolver } from 'react-hook-form';

/**
 * Returns the resolver of a form whose schema is loaded on first use, because the schemas include checksums and word
 * lists. If it can't be loaded, the form has an error on `field`, so that text is never sent unchecked.
 * @param load loads the schema from `lib/dashboard/forms`
 */
export function schemaResolver<Values extends FieldValues, Output>(
  field: Path<Values>,
  load: () => Promise<Schema<Values, Output>>,
): Resolver<Values, unknown, Output> {
  type Result = Awaited<ReturnType<Resolver<Values, unknown, Output>>>;
  return async (values, context, options) => {
    // React Hook Form passes its own object, which changes if the visitor types while the schema is loaded.
    const submitted = structuredClone(values);
    try {
      const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()]);
      const resolver = zodResolver<Values, unknown, Output, Schema<Values, Output>>(schema);
      return (await resolver(submitted, context, options)) as Result;
    } catch {
      return { values: {}, errors: { [field]: { type: 'unchecked', message: NOT_CHECKED } } } as Result;
    }
  };
}

type Schema<Input, Output> = { _zod: { input: Input; output: Output } };

const NOT_CHECKED = 'This could not be checked for private keys, so it was not sent. Reload the page';
