/** Version of the public interface; specification, section Versioning. */
export const CORE_VERSION = '1.0.0';
