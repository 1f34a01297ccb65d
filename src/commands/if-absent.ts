import type { Context } from '../cli/context/context.ts'
import { flag } from '../cli/options.ts'
import { WardenError } from '../shared/errors.ts'

export const ifAbsentOption = flag('leave it as it is when it is there already, and end with 0')

export interface Made<T> {
  readonly body: T
  readonly wasThere: boolean
}

/**
 * Makes a thing, or with `ifAbsent` answers the one that is there: looked for first, and once more when the service says
 * that another came first (409).
 * @param find what is there; `again`: nothing that was read before counts
 */
export async function makeIfAbsent<T>(
  context: Context,
  ifAbsent: boolean,
  find: (again: boolean) => Promise<T | undefined>,
  make: () => Promise<T>,
): Promise<Made<T>> {
  // --curl prints what makes it: what is there, only a request would tell.
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
