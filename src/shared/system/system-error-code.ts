/** EDQUOT of Linux and of macOS. libuv has no name for it: files say `Unknown system error -122`, pipes say `UNKNOWN`. */
const QUOTA_EXCEEDED = [-122, -69]

/** The code of a failed system call, such as `ENOSPC`. Undefined for every other error. */
export function systemErrorCode(error: Error): string | undefined {
  const { code, errno, syscall, info } = error as NodeJS.ErrnoException & { readonly info?: { readonly code?: string } }
  // Calls about the system itself, such as `os.homedir`, have their code inside.
  if (code === 'ERR_SYSTEM_ERROR' && info?.code !== undefined) return info.code
  if (typeof code !== 'string' || syscall === undefined) return undefined
  const isNamed = code !== 'UNKNOWN' && !code.startsWith('Unknown system error')
  return !isNamed && QUOTA_EXCEEDED.includes(errno ?? 0) ? 'EDQUOT' : code
}
