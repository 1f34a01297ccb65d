import { isPostgresUrl } from '../../../shared/database-url.ts'
import { notFound, refusal, type WardenError } from '../../../shared/errors.ts'
import { missingKeyIds, requireMasterKey, sealingKeyIds } from '../../records/master-key.ts'
import { isReplacementUnderWay, replaceKeyFile } from '../../secrets/key-file.ts'
import {
  isKeyInVariable,
  type Keyring,
  type KeyringSources,
  MASTER_KEY_VARIABLE,
  MasterKey,
} from '../../secrets/keyring.ts'
import { KEY_BYTES } from '../../secrets/master-key.ts'
import { openStore } from '../../store/open.ts'
import { databaseExists } from '../../store/sqlite/lost-database.ts'
import { overwriteFreed } from '../../store/sqlite/open.ts'
import type { Store } from '../../store/store.ts'
import { recordAdministration } from '../audit.ts'
import type { DatabaseOptions } from '../database-options.ts'
import { lockAgainstServe } from '../lock-against-serve.ts'
import { type ForgottenSecrets, forgetSecrets } from './forget-secrets.ts'
import { type MasterKeyFacts, masterKeyFacts } from './master-key.ts'
import { reseal } from './reseal.ts'

export interface RekeyReport {
  readonly database: string
  /** The new key. */
  readonly masterKey: MasterKeyFacts | null
  /** Ids of the keys that no stored secret uses any more. */
  readonly retired: readonly string[]
  /** Number of secrets encrypted again by this run. */
  readonly resealed: number
  /** Ids of keys that are not available here: their secrets are unchanged. */
  readonly sealedByOthers: readonly string[]
}

/**
 * Encrypts all secrets of the database with a new master key. The key file keeps the old key until no secret uses it, so
 * every secret stays readable at any time, and the next run completes an interrupted one. A key in the environment
 * variable is the caller's to change: it holds both keys, the new one first.
 * @throws WardenError `no-database`, `no-master-key`, `another-master-key`, `served`, `one-master-key`, `seal-broken`
 */
export async function rekey(
  database: string,
  keySources: KeyringSources,
  deps: Pick<DatabaseOptions, 'clock'>,
): Promise<RekeyReport> {
  const { env, keyFile, random } = keySources
  const isInVariable = isKeyInVariable(env)
  const masterKey = new MasterKey(keySources)
  return whileUnserved(database, env, async (store) => {
    const before = await requireMasterKey(store.read, masterKey)
    if (!before) throw nothingToSeal('no-master-key', 'there is no master key here')
    if (!isPostgresUrl(database)) await store.write(overwriteFreed)
    if (isInVariable ? before.ids.length === 1 : !isReplacementUnderWay(keyFile)) addKey(before, keySources)
    const keyring = masterKey.require()
    const retired = keyring.ids.slice(1)
    let resealed = 0
    const finish = () =>
      store.write(async (db) => {
        // Under the write lock: a command that started earlier may have encrypted with the old key.
        const used = await sealingKeyIds(db)
        if (retired.some((id) => used.includes(id))) return false
        await recordAdministration(db, { ...deps, random }, 'rekey', { from: retired, to: keyring.id })
        if (!isInVariable) replaceKeyFile(keyFile, keyring.copyKeys().slice(0, 1))
        return true
      })
    do resealed += await reseal(store, keyring, keyring)
    while (!(await finish()))
    return {
      database,
      masterKey: masterKeyFacts(keySources),
      retired,
      resealed,
      sealedByOthers: await missingKeyIds(store.read, keyring.ids),
    }
  })
}

export interface ForgetReport {
  readonly database: string
  /** The key of this machine; null when it has none: the next stored secret creates one. */
  readonly masterKey: MasterKeyFacts | null
  /** What was stored with keys that are not available here. */
  readonly forgotten: ForgottenSecrets
}

/**
 * Forgets the secrets that no master key here decrypts, so that the database can be used again after its key is lost for
 * good. The other secrets keep their key, and what is not secret stays.
 * @throws WardenError `no-database`, `served`, `another-master-key` for one that the variable hides, and a key that is here and
 *   cannot be read: neither is a lost one
 */
export async function forgetLostSecrets(
  database: string,
  keySources: KeyringSources,
  { clock }: Pick<DatabaseOptions, 'clock'>,
): Promise<ForgetReport> {
  const { env, random } = keySources
  const masterKey = new MasterKey(keySources)
  const keyring = masterKey.find()
  return whileUnserved(database, env, async (store) => {
    const forgotten = await store.write(async (db) => {
      const lost = await missingKeyIds(db, keyring?.ids ?? [])
      if (masterKey.hides(lost)) throw masterKey.missing(`master key ${lost.join(', ')} is not lost`, lost)
      const result = await forgetSecrets(db, lost, clock.now())
      if (result.keys.length > 0) await recordAdministration(db, { clock, random }, 'forget-secrets', { ...result })
      return result
    })
    return { database, masterKey: masterKeyFacts(keySources), forgotten }
  })
}

/** Opens the database for a change of its keys while nothing serves it: a server would continue to use the keys that it has. */
async function whileUnserved<T>(
  database: string,
  env: KeyringSources['env'],
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const isFile = !isPostgresUrl(database)
  if (isFile && !databaseExists(database)) throw nothingToSeal('no-database', 'there is no database yet')
  await using owned = new AsyncDisposableStack()
  const lock = isFile ? lockAgainstServe(database, 'get another master key') : undefined
  owned.defer(() => lock?.release())
  const store = await openStore(database, { env })
  owned.defer(() => store.close())
  if (!isFile && (await store.facts()).served)
    throw refusal('served', `${database} is being served; its master key cannot be changed now`, {
      details: ['Stop every server of it first: each would continue to use the old key.'],
    })
  return await work(store)
}

/** Puts a new key before the old ones in the key file. */
function addKey(before: Keyring, { env, keyFile, random }: KeyringSources): void {
  if (!isKeyInVariable(env)) {
    replaceKeyFile(keyFile, [random(KEY_BYTES), ...before.copyKeys()], { isUnderWay: true })
    return
  }
  throw refusal('one-master-key', `${MASTER_KEY_VARIABLE} has only one master key: put a new key before the old one`, {
    details: [
      'Separate the two keys by a space. The first encrypts; each decrypts its own secrets.',
      'Then run the same command again, and remove the second key.',
    ],
    try: `export ${MASTER_KEY_VARIABLE}="$(openssl rand -base64 ${KEY_BYTES}) $${MASTER_KEY_VARIABLE}"`,
  })
}

function nothingToSeal(code: string, message: string): WardenError {
  return notFound(code, `${message}: nothing to encrypt`, {
    details: ['The first stored secret creates the master key.'],
  })
}
