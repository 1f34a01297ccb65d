import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag } from '../../cli/options.ts'
import { pageOf, type Resource } from '../../cli/resource/resource.ts'
import { refusal, WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'

export const ifAbsentOption = flag('accept an existing one: print its id and exit with 0')
export const forceOption = flag('allow a name that another one has')

/** What to do where one of the same name exists: refuse, unless a flag says otherwise. */
export interface NameConflict {
  /** Keep the existing one. */
  readonly ifAbsent: boolean
  /** Allow two of one name. */
  readonly force: boolean
}

export function refuseBoth({ ifAbsent, force }: NameConflict): void {
  if (ifAbsent && force) throw usageError('--if-absent and --force exclude each other')
}

/** Refuses a name that another object has: `apply` matches by name and stops where two have one name. */
export async function refuseTakenName<Row>(context: Context, resource: Resource<Row>, name: string): Promise<void> {
  // --curl sends nothing: the name cannot be checked.
  if (context.globals.curl) return
  const { noun, idOf, nameOf } = resource
  const taken = pageOf(await resource.list(context, {})).content.find((row) => nameOf(row) === name)
  if (taken === undefined) return
  const id = idOf(taken)
  throw refusal('name-taken', `${noun} ${id} already has the name ${JSON.stringify(name)}`, {
    details: ['Choose another name; --force allows two of one name, but apply refuses them.'],
    try: `txwarden ${noun} get ${quoteWord(id)}`,
  })
}

export interface Made<T> {
  readonly body: T
  readonly wasThere: boolean
}

/**
 * Creates a thing, or with `ifAbsent` returns the existing one: looked for first, and again when the service answers 409
 * because another request came first.
 * @param find the existing one; `again`: ignore what was read before
 */
export async function makeIfAbsent<T>(
  context: Context,
  ifAbsent: boolean,
  find: (again: boolean) => Promise<T | undefined>,
  make: () => Promise<T>,
): Promise<Made<T>> {
  // --curl sends nothing: it prints the request that creates.
  if (!ifAbsent || context.globals.curl) return { body: await make(), wasThere: false }
  const found = await find(false)
  if (found !== undefined) return { body: found, wasThere: true }
  try {
    return { body: await make(), wasThere: false }
  } catch (error) {
    if (!(error instanceof WardenError) || error.status !== 409) throw error
    const other = await find(true)
    if (other === undefined) throw error
    return { body: other, wasThere: true }
  }
}
