declare module '*.svg?inline' {
  const address: string;
  export default address;
}
