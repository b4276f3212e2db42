import { AppError } from "../../platform/errors/errors.ts";

export const postNotFound = () => new AppError("NOT_FOUND", { message: "Post not found" });
