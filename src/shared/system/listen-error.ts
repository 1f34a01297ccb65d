import { refusal } from '../errors.ts'

export interface Listener {
  readonly host: string
  readonly port: number
  readonly command: 'serve' | 'proxy'
  /** What says where it listens. Default: port. */
  readonly flag?: 'port' | 'metrics'
}

/** An error of listening as `cannot-listen`; any other error as it is. */
export function listenError(error: unknown, { host, port, command, flag = 'port' }: Listener): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'the port is in use',
    EACCES: 'permission denied',
    EADDRNOTAVAIL: 'this machine does not have the address',
    ENOTFOUND: 'host not found',
    EAI_AGAIN: 'host not found',
  }
  const reason = reasons[code]
  if (reason === undefined) return error
  return refusal('cannot-listen', `cannot listen on ${host.includes(':') ? `[${host}]` : host}:${port}: ${reason}`, {
    parameters: {
      command,
      ...((code === 'EADDRINUSE' || code === 'EACCES') && { [flag]: flag === 'port' ? '0' : `${host}:0` }),
    },
    cause: error,
  })
}
