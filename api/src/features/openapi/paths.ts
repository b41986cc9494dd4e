export const OPENAPI_PATH = '/api/openapi.json';
export const API_DOCS_PATH = '/api-docs';
export const STYLES_PATH = '/api-docs/page.css';
/** Where the shapes stand that calls name. */
export const SHAPES_PAGE = 'shapes';
