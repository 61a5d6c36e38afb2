/** The SHA-256 of a file in lower-case hexadecimal digits. Browsers have it over HTTPS only. */
export async function sha256Of(file: File): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The file as a URL: the page may show no picture of another address. */
export function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(`${reader.result}`)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
