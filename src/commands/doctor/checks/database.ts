import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Service } from '../../../service/index.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { nearQuotas, sizeText } from '../../local/status-card.ts'
import { type Check, type CheckVerdict, fail, ofLocalService, pass, warn } from '../check.ts'
import { type DoctorSubject, databaseFileOf } from '../subject.ts'
import { existingFolder } from './files.ts'

const LITTLE_BYTES = 1024 ** 3
const TOO_LITTLE_BYTES = 100 * 1024 ** 2

export const database: Check = {
  name: 'database',
  look: async (subject) => {
    const found = await subject.database()
    if (!found) return serverVerdicts(subject)
    if (!found.exists) return [pass(`none yet (${found.database}): the first command that needs it creates it`)]
    const { schemaVersion, knownSchemaVersion, bytes, wasChecked, lacksMark } = found
    if (schemaVersion > knownSchemaVersion)
      return [
        fail(
          `its schema is ${schemaVersion}, newer than this program (${knownSchemaVersion}): use a newer txwarden`,
          'txwarden --version',
        ),
      ]
    const schema =
      schemaVersion < knownSchemaVersion ? `schema ${schemaVersion}, to be migrated to ${knownSchemaVersion}` : 'intact'
    return [
      wasChecked
        ? pass(`${found.database}: ${schema}, ${sizeText(bytes)}`)
        : warn(
            `${sizeText(bytes)} is too large to verify all of it now; a backup does`,
            'txwarden local backup <file>',
          ),
      ...(lacksMark
        ? [
            warn(
              'it has no mark of its last writes: whether it lost some is not known; the next change writes one',
              'txwarden audit list',
            ),
          ]
        : []),
    ]
  },
}

/** Nothing while no limit is near. */
export const limits = ofLocalService('limits', async (_, { context }) => {
  const administration = await context.administration()
  return nearQuotas(await administration.status()).map(({ text, isReached }) =>
    isReached ? fail(`${text}: more are refused`, 'txwarden local status') : warn(text, 'txwarden local status'),
  )
})

/** The address may contain a password, so it is not shown. */
async function serverVerdicts({ configuration, context }: DoctorSubject): Promise<CheckVerdict[]> {
  if (!configuration || configuration.addresses) return []
  await context.local()
  return [pass('the database server responds')]
}

export const disk: Check = {
  name: 'disk',
  look: async ({ configuration }) => {
    const file = databaseFileOf(configuration)
    if (file === undefined) return []
    const folder = existingFolder(dirname(file))
    const { bavail, bsize } = await statfs(folder)
    return [diskVerdict(bavail * bsize, folder)]
  },
}

export function diskVerdict(free: number, folder: string): CheckVerdict {
  const text = `${sizeText(free)} free in ${folder}`
  const next = `df -h ${quoteWord(folder)}`
  return free < TOO_LITTLE_BYTES ? fail(text, next) : free < LITTLE_BYTES ? warn(text, next) : pass(text)
}

export const masterKey: Check = {
  name: 'master key',
  look: async (subject) => {
    const status = await subject.status()
    if (!status) return []
    const { masterKey: key, sealedBy } = status
    if (key?.fault != null) return [fail(key.fault, key.next ?? 'txwarden local status')]
    const missing = sealedBy.filter((id) => !key?.ids.includes(id))
    if (missing.length > 0)
      return [fail(`stored secrets need a missing master key (${missing.join(', ')})`, 'txwarden local status')]
    return [pass(key ? `${key.source} decrypts the stored secrets` : 'none yet: created with the first secret')]
  },
}

export const serving: Check = {
  name: 'serve',
  look: async (subject) => {
    // The database check reports problems with the file.
    const found = await subject.database().catch(() => undefined)
    if (!found) return []
    if (found.serve === 'running') return servedVerdicts(await subject.context.local())
    return [
      pass(
        found.serve === 'stale'
          ? 'not running; the last one was killed, the next one takes over its lock'
          : 'not running',
      ),
    ]
  },
}

/** HTTP clients need a key. */
async function servedVerdicts({ keys }: Service): Promise<CheckVerdict[]> {
  const usable = (await keys.list()).filter(({ revokedAt }) => revokedAt === null)
  return [
    pass('running'),
    ...(usable.some(({ kind }) => kind === 'validation')
      ? []
      : [
          warn(
            'no validation key: HTTP clients cannot validate transactions',
            'txwarden keys create --kind validation',
          ),
        ]),
  ]
}
