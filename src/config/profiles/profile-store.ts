import { refusal, type WardenError } from '../../shared/errors.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { readIfThere } from '../../shared/files/read-if-there.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import { whileLocked } from '../file-lock.ts'
import type { Paths } from '../paths.ts'
import { isProfileFile, type ProfileFile, profileFilePath } from './profile-file.ts'

const EMPTY: ProfileFile = { profiles: {} }

/**
 * Reads the file without `conf`, which is slower to load: every command reads, few write.
 * @throws WardenError `broken-config`
 */
export function readProfiles(paths: Paths): ProfileFile {
  const path = profileFilePath(paths)
  const text = readIfThere(path)
  if (text === undefined) return EMPTY
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw broken(path, 'is not valid JSON', error)
  }
  const fault = findJsonFault(text)
  if (fault) throw broken(path, `${fault.text} (line ${fault.line})`)
  if (!isProfileFile(value)) throw broken(path, 'does not have the shape of a txwarden configuration')
  return { active: value.active, profiles: value.profiles ?? {} }
}

/**
 * Reads the file, applies `change` and replaces the file (temporary file, rename, mode 0600 because it may hold keys).
 * A lock serializes concurrent processes, so that no change is lost.
 */
export async function updateProfiles(paths: Paths, change: (file: ProfileFile) => ProfileFile): Promise<void> {
  const { default: Conf } = await import('conf')
  makeFolder(paths.config)
  await whileLocked(profileFilePath(paths), () => {
    const { active, profiles } = change(readProfiles(paths))
    const conf = new Conf<Record<string, unknown>>({
      cwd: paths.config,
      configName: 'config',
      configFileMode: 0o600,
      projectName: 'txwarden',
      projectSuffix: '',
      clearInvalidConfig: false,
    })
    // Keep members that this version does not know.
    const { active: _, ...rest } = conf.store
    conf.store = { ...rest, ...(active !== undefined && { active }), profiles }
  })
}

function broken(path: string, fault: string, cause?: unknown): WardenError {
  return refusal('broken-config', `${path} ${fault}`, {
    details: ['Correct it, or move it away to start over.'],
    try: 'txwarden config path',
    cause,
  })
}
