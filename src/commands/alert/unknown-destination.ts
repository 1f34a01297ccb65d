import { WardenError } from '../../shared/errors.ts'

/** Does what names destinations; where the service knows one of them not, says which command lists those there are. */
export async function orListDestinations<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WardenError) || error.try !== undefined) throw error
    const { kind, code, message, details, status, cause } = error
    if (!details.some((detail) => detail.startsWith('destinationIds'))) throw error
    throw new WardenError({
      kind,
      code,
      message,
      details,
      try: 'txwarden destination list',
      cause,
      ...(status !== undefined && { status }),
    })
  }
}
