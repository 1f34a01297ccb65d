import type { KeyKind } from '../../api/operations/operation.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { reworded } from '../../cli/errors/errors.ts'
import type { View } from '../../cli/output/view.ts'
import { IN_KEYCHAIN } from '../../config/keychain/keychain.ts'
import { putInKeychain, removeFromKeychain } from '../../config/keychain/stored-keys.ts'
import { keyHint } from '../../config/profiles/key-hint.ts'
import { type Profile, profileFilePath, withProfile } from '../../config/profiles/profile-file.ts'
import { resolveConfiguration } from '../../config/resolve.ts'
import { noAccess, WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { checkKey } from './check-key.ts'
import { type KeyChoice, kindsText } from './key-kinds.ts'
import { type LoginTarget, loginTarget, profileWithKeys } from './login-target.ts'
import { type GivenKeys, readKeys, wantedKinds } from './read-keys.ts'

export interface LoginInput {
  readonly kind: KeyChoice | undefined
  readonly keyFile: string | undefined
  /** False: the service does not check the keys. */
  readonly check: boolean | undefined
}

interface StoredKeys {
  readonly profile: string
  readonly storedIn: 'keychain' | 'file'
  readonly baseUrl: string
  readonly managementUrl: string
  readonly keys: readonly { readonly kind: KeyKind; readonly hint: string; readonly checked: string | null }[]
}

const storedKeysView: View<StoredKeys> = {
  columns: [
    { field: 'profile', header: 'PROFILE' },
    { field: 'baseUrl', header: 'ADDRESS' },
    { field: 'keys', header: 'KEYS', value: ({ keys }) => keys.map(({ kind }) => kind) },
  ],
}

/** Reads the keys, checks them with the service and stores them. */
export async function storeKeys(context: Context, input: LoginInput): Promise<void> {
  const { kind: wanted, keyFile, check } = input
  const target = loginTarget(context)
  if (await previewLocalChange(context, `store keys of ${target.baseUrl} in profile ${target.name}`)) return
  const kinds = await wantedKinds(context, wanted, keyFile)
  const keys = await readKeys(context, kinds, keyFile, target)
  const { profile, forgotten } = profileWithKeys(target, target.profile, keys)
  const checked = check === false ? new Map<KeyKind, string>() : await checkKeys(context, target, profile, kinds)
  const owner = { name: target.name, profile, paths: context.paths, env: context.env }
  const whyInFile = await putInKeychain(owner, keys)
  const stored: GivenKeys =
    whyInFile === undefined ? Object.fromEntries(kinds.map((kind) => [kind, IN_KEYCHAIN] as const)) : keys
  await removeFromKeychain({ ...owner, profile: target.profile }, forgotten)
  await context.updateProfiles((file) =>
    withProfile(file, target.name, profileWithKeys(target, file.profiles[target.name] ?? {}, stored).profile),
  )
  const body: StoredKeys = {
    profile: target.name,
    storedIn: whyInFile === undefined ? 'keychain' : 'file',
    baseUrl: target.baseUrl,
    managementUrl: profile['management-url'] ?? target.baseUrl,
    keys: kinds.map((kind) => ({ kind, hint: keyHint(keys[kind] ?? ''), checked: checked.get(kind) ?? null })),
  }
  await context.out.done(body, storedKeysView, sentence(body, placeText(context, whyInFile)))
  if (forgotten.length > 0)
    await context.note(`The previous ${kindsText(forgotten)} key was for another address and is deleted.`)
  await noteOverrides(context, target, kinds)
}

/**
 * Checks with the future profile: keys and addresses of the environment must not replace it.
 * Throws WardenError 'auth' when the service refuses a key.
 */
async function checkKeys(
  context: Context,
  { name }: LoginTarget,
  profile: Profile,
  kinds: readonly KeyKind[],
): Promise<Map<KeyKind, string>> {
  const { flags, file, paths } = context.resolveInput()
  const { timeout, retries, 'insecure-http': insecure } = flags
  const client = await context.clientFor(
    resolveConfiguration({
      profile: name,
      flags: { timeout, retries, 'insecure-http': insecure },
      env: {},
      file: withProfile(file, name, profile),
      paths,
    }),
  )
  const messages = new Map<KeyKind, string>()
  for (const kind of kinds) {
    const check = await checkKey(client, kind).catch((error: unknown) => {
      throw error instanceof WardenError ? couldNotCheck(kind, error) : error
    })
    if (!check.accepted) throw refusedKey(kind, check.message, kinds.length > 1)
    messages.set(kind, check.message)
  }
  return messages
}

/** @param isOneOfTwo both keys have to be given again, because neither was stored */
function refusedKey(kind: KeyKind, message: string, isOneOfTwo: boolean): WardenError {
  return noAccess('key-refused', `the service refuses this ${kind} key: ${message}`, {
    details: ['Nothing was stored.'],
    try: `txwarden auth login --kind ${isOneOfTwo ? 'both' : kind}`,
  })
}

function couldNotCheck(kind: KeyKind, error: WardenError): WardenError {
  return reworded(error, {
    message: `the ${kind} key could not be checked: ${error.message}`,
    details: [...error.details, 'Nothing was stored. --no-check stores the key without checking it.'],
  })
}

/** Where the keys are stored; for the file, also why. */
function placeText({ paths }: Context, whyInFile: string | undefined): string {
  return whyInFile === undefined
    ? 'stored in the system keychain'
    : `stored in ${profileFilePath(paths)} (mode 0600), not in a keychain: ${whyInFile}`
}

function sentence({ profile, baseUrl, keys }: StoredKeys, place: string): string[] {
  const lines = keys.map(
    ({ kind, hint, checked }) => `${kind} key ${hint}: ${checked === null ? 'not checked' : `accepted; ${checked}`}`,
  )
  return [`Stored in profile ${profile} for ${baseUrl}`, ...[...lines, place].map((line) => `  ${line}`)]
}

/** Notes variables that override the stored keys. */
async function noteOverrides(context: Context, target: LoginTarget, kinds: readonly KeyKind[]): Promise<void> {
  for (const kind of kinds) {
    const variable = `TXWARDEN_${kind.toUpperCase()}_KEY`
    if (context.env[variable]) await context.note(`${variable} is set and overrides the stored key.`)
  }
  if (!target.isInUse && context.out.isForPeople)
    await context.note(`Use it: -p ${quoteWord(target.name)}, or txwarden profile use ${quoteWord(target.name)}`)
}
