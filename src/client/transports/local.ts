import type { Service, ServiceOptions } from '../../service/index.ts'
import { interrupted } from '../../shared/errors.ts'
import { withHeaders } from '../requests/headers.ts'
import type { Transport } from '../transport.ts'

/**
 * Calls the service in this process, without port or key. The first call opens the service. `headers` are added to every
 * request. `beforeClose` runs before the service is closed.
 */
export function createLocalTransport(
  options: ServiceOptions,
  headers: Readonly<Record<string, string>> = {},
  beforeClose: (service: Service) => Promise<void> = async () => undefined,
): Transport & { close(): Promise<void> } {
  let opening: ReturnType<typeof open> | undefined
  const open = async () => {
    const { openService } = await import('../../service/index.ts')
    return openService(options)
  }
  const transport: Transport = async ({ request, signal, onProgress }) => {
    if (signal?.aborted) throw interrupted(signal.reason)
    const complete = { ...request, headers: withHeaders(headers, request.headers) }
    opening ??= open()
    const service = await opening
    const caller = { kind: 'in-process', ...(signal && { signal }), ...(onProgress && { onProgress }) } as const
    return service.handle(complete, caller)
  }
  return Object.assign(transport, {
    async close() {
      // The caller of the first request got the error of a failed opening.
      const service = await opening?.catch(() => undefined)
      if (!service) return
      await beforeClose(service)
      await service.close()
    },
  })
}
