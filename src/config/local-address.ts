/** Default address of `serve`. */
export const LOCAL_HOST = '127.0.0.1'
export const LOCAL_PORT = 8787

/** URL of the local service for `--curl` and the OpenAPI document. */
export const LOCAL_ADDRESS = `http://${LOCAL_HOST}:${LOCAL_PORT}`
