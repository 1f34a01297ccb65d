import type { Context } from '../context/context.ts'
import type { ResourceKind } from '../options.ts'
import type { Candidate } from './candidates.ts'

/** What the configuration tells: neither service nor database is touched. */
export async function configuredThings(
  kind: ResourceKind,
  context: Context,
): Promise<readonly Candidate[] | undefined> {
  if (kind === 'config') {
    const { settings } = await import('../../config/settings.ts')
    return settings.map(({ name, description }) => ({ value: name, description }))
  }
  if (kind !== 'profile') return undefined
  const { profileNames } = await import('../../config/profile-file.ts')
  const { file } = context.resolveInput()
  return profileNames(file).map((name) => ({
    value: name,
    description: file.profiles[name]?.['base-url'] ?? 'local service',
  }))
}
